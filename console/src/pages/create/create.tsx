// Not yet.
export function CreatePage() {
  return <p>Not yet</p>;
}
