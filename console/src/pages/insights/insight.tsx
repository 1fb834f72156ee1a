// Not yet.
export function InsightPage() {
  return <p>Not yet</p>;
}
