// Not yet.
export function RecordPage() {
  return <p>Not yet</p>;
}
