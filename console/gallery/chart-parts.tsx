// Charts: lines, bars, distributions and sparks, also with gaps, with a period that is not over, and without anything.
import { useState } from 'preact/hooks';
import { BarList, Histogram } from '../src/parts/chart/bars.tsx';
import { LineChart, type Series } from '../src/parts/chart/line-chart.tsx';
import { Spark } from '../src/parts/chart/spark.tsx';
import { Specimen } from './specimen.tsx';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const labels = months.map((month) => `${month} 2026`);

const series = (name: string, values: readonly (number | null)[]): Series => ({
  name,
  points: values.map((value) => ({ value, text: value === null ? '–' : String(value), href: '/console/parts' })),
});

const headcount = series('Headcount', [181, 183, 184, 188, 190, 189, 193, 197, 199, 202, 206, 214]);
const gaps = series('Days to hire', [31, 28, null, null, 35, 33, 36, null, 30, 29, 27, 25]);
const several = [
  series('Engineering', [70, 71, 73, 74, 76, 76, 78, 80, 81, 82, 83, 84]),
  series('Sales', [38, 38, 37, 39, 40, 41, 40, 41, 42, 41, 41, 41]),
  series('Support', [30, 31, 31, 32, 32, 33, 35, 36, 36, 38, 39, 42]),
  series('People', [9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 9]),
];
const text = String;

const stages = [
  { label: 'Applied', value: 212, text: '212', detail: '100 %', href: '/console/parts' },
  { label: 'Screening', value: 148, text: '148', detail: '70 %', href: '/console/parts' },
  { label: 'Interview', value: 52, text: '52', detail: '25 %', href: '/console/parts' },
  { label: 'Offer', value: 14, text: '14', detail: '7 %' },
];
const changes = [
  { label: 'Engineering', value: 6, text: '+6' },
  { label: 'Sales', value: -3, text: '−3' },
  { label: 'A department with a name that is too long for its place', value: 1, text: '+1' },
];

function ChosenHistogram() {
  const [chosen, choose] = useState<number>();
  const values = [3, 9, 22, 31, 18, 7, 0, 2];
  return (
    <Histogram
      name="Years of experience"
      bars={values.map((value, index) => ({
        label: `${index * 5} to ${index * 5 + 5}`,
        value,
        isOn: index === chosen,
      }))}
      onChoose={(index) => choose(index === chosen ? undefined : index)}
    />
  );
}

export const ChartParts = () => (
  <>
    <Specimen name="One line">
      <LineChart
        name="Headcount at the end of each month"
        labels={labels}
        shortLabels={months}
        series={[headcount]}
        format={text}
      />
    </Specimen>
    <Specimen name="Several lines">
      <LineChart name="Headcount by department" labels={labels} shortLabels={months} series={several} format={text} />
    </Specimen>
    <Specimen name="A period that is not over">
      <LineChart
        name="Headcount so far"
        labels={labels}
        shortLabels={months}
        series={[headcount]}
        format={text}
        isPartial
      />
    </Specimen>
    <Specimen name="Gaps">
      <LineChart name="Days to hire" labels={labels} shortLabels={months} series={[gaps]} format={text} />
    </Specimen>
    <Specimen name="A line of one point">
      <LineChart
        name="Headcount of one month"
        labels={['Jan 2026']}
        shortLabels={['Jan']}
        series={[series('Headcount', [181])]}
        format={text}
      />
    </Specimen>
    <Specimen name="A line of nothing">
      <LineChart
        name="Nothing over time"
        labels={labels}
        shortLabels={months}
        series={[
          series(
            'Nothing',
            months.map(() => null),
          ),
        ]}
        format={text}
      />
    </Specimen>
    <Specimen name="Bars">
      <BarList name="Change of headcount" bars={changes} />
    </Specimen>
    <Specimen name="Bars with details">
      <BarList name="Applications by stage" bars={stages} />
    </Specimen>
    <Specimen name="Bars of nothing">
      <BarList name="Nothing by stage" bars={[]} />
    </Specimen>
    <Specimen name="Distribution; a column can be chosen">
      <ChosenHistogram />
    </Specimen>
    <Specimen name="Sparks">
      <div class="specimen-row">
        {several.map(({ name, points }, tone) => (
          <Spark key={name} tone={tone} values={points.map(({ value }) => value ?? 0)} />
        ))}
        <Spark values={[3, 3, 3]} />
      </div>
    </Specimen>
  </>
);
