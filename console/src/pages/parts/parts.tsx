// Not yet.
export function Parts() {
  return <p>Not yet</p>;
}
