// Not yet.
export function WhoIsOut() {
  return <p>Not yet</p>;
}
