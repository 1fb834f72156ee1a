// Not yet.
export function OrgChart() {
  return <p>Not yet</p>;
}
