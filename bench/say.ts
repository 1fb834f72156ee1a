// Progress for whoever waits, one line at a time.
const began = performance.now();

export function say(text: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}
