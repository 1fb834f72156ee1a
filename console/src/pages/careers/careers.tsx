// Not yet.
export function Careers() {
  return <p>Not yet</p>;
}
