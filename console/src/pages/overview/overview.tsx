// Not yet.
export function Overview() {
  return <p>Not yet</p>;
}
