// The lines of a chart as paths. Where nothing is known, they are interrupted.
type Scale = (value: number) => number;
type Values = readonly (number | null)[];

export function linePath(values: Values, x: Scale, y: Scale): string {
  let isPenDown = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isPenDown = false;
        return '';
      }
      const command = isPenDown ? 'L' : 'M';
      isPenDown = true;
      return `${command}${x(index).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');
}

/** Between the line and `base`, the place of 0. */
export function areaPath(values: Values, x: Scale, y: Scale, base: number): string {
  const runs: [left: number, top: number][][] = [[]];
  for (const [index, value] of values.entries())
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([x(index), y(value)]);
  return runs
    .filter(({ length }) => length > 1)
    .map((run) => {
      const line = run.map(([left, top]) => `L${left.toFixed(1)},${top.toFixed(1)}`).join('');
      return `M${run[0]![0]},${base}${line}L${run.at(-1)![0]},${base}Z`;
    })
    .join('');
}

/** Names at the ends of lines must not lie on each other. */
export function spread(wanted: readonly number[], gap: number, [low, high]: readonly [number, number]): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((one, other) => one.at - other.at);
  for (let step = 1; step < order.length; step++)
    order[step]!.at = Math.max(order[step]!.at, order[step - 1]!.at + gap);
  const over = Math.max(0, (order.at(-1)?.at ?? 0) - high);
  if (over > 0) {
    order.at(-1)!.at -= over;
    for (let step = order.length - 2; step >= 0; step--)
      order[step]!.at = Math.min(order[step]!.at, order[step + 1]!.at - gap);
  }
  const places: number[] = [];
  for (const { at, index } of order) places[index] = Math.max(low, at);
  return places;
}
