// Every part of the console in every state, with made-up data: for those who develop it. It is in no menu.
import { Head } from '../src/parts/head.tsx';
import { ChartParts } from './chart-parts.tsx';
import { FloatingParts } from './floating-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { SmallParts } from './small-parts.tsx';
import { StateParts } from './state-parts.tsx';
import { TableParts } from './table-parts.tsx';

const sections = [
  { id: 'small', title: 'Words and marks', content: <SmallParts /> },
  { id: 'floating', title: 'What floats', content: <FloatingParts /> },
  { id: 'forms', title: 'Forms', content: <FormParts /> },
  { id: 'tables', title: 'Tables', content: <TableParts /> },
  { id: 'charts', title: 'Charts', content: <ChartParts /> },
  { id: 'states', title: 'States', content: <StateParts /> },
] as const;

export function Parts() {
  return (
    <div class="specimens">
      <Head
        title="Parts"
        above={<a href="/">Overview</a>}
        below="Every part of the console in every state, with made-up data. The head of a page is one of them."
      >
        <button type="button" class="button">
          An action
        </button>
        <button type="button" class="button primary">
          The main action
        </button>
      </Head>
      <nav class="tabs" aria-label="Sections of this page">
        {sections.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(id)?.scrollIntoView();
              document.getElementById(id)?.focus();
            }}
          >
            {title}
          </a>
        ))}
      </nav>
      {sections.map(({ id, title, content }) => (
        <section key={id} id={id} tabIndex={-1} aria-label={title}>
          <h2>{title}</h2>
          <div class="specimen-grid">{content}</div>
        </section>
      ))}
    </div>
  );
}
