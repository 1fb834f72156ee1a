// Not yet.
export function Board() {
  return <p>Not yet</p>;
}
