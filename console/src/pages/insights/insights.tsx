// Not yet.
export function Insights() {
  return <p>Not yet</p>;
}
