// Where questions begin: what can be asked about, and some questions to start from.
import { catalogue, type Resource, resourceNamed } from '../../data/catalogue.ts';
import { parseQuery } from '../../data/query.ts';
import { mayRead } from '../../data/rights.ts';
import { Head } from '../../parts/head.tsx';
import { NamedIcon } from '../../parts/icon.tsx';
import { say } from '../../words/say.ts';
import { askHref } from './ask-link.ts';
import { groupsIn, measuresIn } from './question.ts';
import { isAskable, questionTitle, titleOfRecords } from './terms.ts';

/** Addresses, so that they are questions as any client could ask them. */
const EXAMPLES = [
  'employees?group=dept_id,gender',
  'employees?group=branch&measure=count,avg(base_salary),median(base_salary)&sort=-count',
  'employees?group=year(date_of_joining),employment_type',
  'applications?group=month(applied_on),status',
  'applications?group=candidate_id.source&measure=count,avg(rating)&sort=-count',
  'attendance?group=weekday(att_date),status',
  'leave?group=leave_type,employee_id.branch&measure=sum(days)&status=approved',
  'jobs?group=dept_id&measure=avg(days(opened_on,target_date)),count',
  'candidates?group=bin(years_experience,2)',
];

export function Ask() {
  const resources = catalogue.value.resources.filter(({ name }) => mayRead(name));
  const examples = EXAMPLES.flatMap((address) => {
    const [name = '', search = ''] = address.split('?');
    const resource = mayRead(name) ? resourceNamed(name) : undefined;
    const query = parseQuery(search);
    const [groups, measures] = [groupsIn(query), measuresIn(query)];
    return resource && isAskable(resource, groups, measures)
      ? [{ address, title: questionTitle(resource, groups, measures) }]
      : [];
  });
  return (
    <>
      <Head
        title={say('Ask')}
        below={say('Group and measure any records; every number leads to the records behind it.')}
      />
      <section class="metrics ask-about" aria-label={say('About what')}>
        <h2>{say('About what')}</h2>
        <ul>
          {resources.map((resource) => (
            <li key={resource.name}>
              <a class="metric" href={askHref(resource, [])}>
                <h3>
                  <NamedIcon name={resource.name} /> {titleOfRecords(resource)}
                </h3>
                <p>{aboutOf(resource)}</p>
              </a>
            </li>
          ))}
        </ul>
      </section>
      {examples.length > 0 && (
        <section class="ask-examples" aria-label={say('Examples')}>
          <h2>{say('Examples')}</h2>
          <ul>
            {examples.map(({ address, title }) => (
              <li key={address}>
                <a href={`/console/ask/${address}`}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const aboutOf = (resource: Resource): string => say(resource.about).replaceAll('`', '');
