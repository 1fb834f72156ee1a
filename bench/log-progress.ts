// Prints what the bench is doing, each line with the minutes and seconds since the start.
const started = performance.now();

export function logProgress(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}
