// The figures of a long proof, one a line, in a form that other programs can read: `figure crash, 3 workers: lost = 0`.
export function printFigures(of: string, figures: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(figures))
    console.log(`figure ${of}: ${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}
