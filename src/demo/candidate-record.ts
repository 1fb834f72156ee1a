// The records of candidates, with the text of their profiles, and of applications.
import { dateOf, timestamp } from './calendar.ts';
import type { Application } from './candidates.ts';
import type { Random } from './random.ts';
import type { Candidate, DemoRecord } from './shapes.ts';
import { LEVEL } from './words/departments.ts';
import { asciiLetters, uniqueText } from './words/names.ts';
import { phone } from './words/places.ts';

const EMPLOYERS = (
  'Brightwater Freight,Kestrel Systems,Nordhaven Software,Blue Lantern Retail,Copperfield & Rowe,Osprey Analytics,' +
  'Veridian Foods,Palisade Insurance,Tern Robotics,Juniper Hill Media,Marlow Instruments,Quayside Bank,' +
  'Solstice Energy,Hartwell Health,Pinecrest Cargo,Aurelia Travel,Stonebridge Consulting,Larkspur Cloud,' +
  'Meridian Parcel,Foxglove Games,Ferrymead Telecom,Ashgrove Pharma,Lindenhof Verlag,Maison Clairval'
).split(',');
const SCHOOLS = 'Northgate University,Rivermouth College,Lindenau Technical University,Institut Valmont'.split(',');

const NOTES: Record<string, readonly string[]> = {
  active: [
    'Strong written answers; ask about team size.',
    'Available from the start of next quarter.',
    'Prefers two office days a week.',
    'Notice period is three months.',
    'Best reached by telephone after five.',
  ],
  rejected: [
    'Good conversation, but not enough depth yet. Worth another look in a year.',
    'Salary expectation well above the band.',
    'Kind and prepared; other applicants had more of the experience we need.',
  ],
  withdrawn: ['Took an offer closer to home; stay in touch.', 'Relocation fell through.', 'Decided to stay for now.'],
  hired: ['References checked, all positive.', 'Asked to start after the school holidays.', 'Unanimous panel.'],
  new: ['Interested in hearing more after the summer.', 'Open to a first call in the evenings.'],
  archived: ['No answer to the last two messages.', 'Asked not to be contacted before next year.'],
};

/** The fewest and the most half years of experience at each level. */
const HALF_YEARS = [
  [0, 2],
  [1, 6],
  [6, 13],
  [12, 24],
  [20, 40],
] as const;

/** Often one level below the job that the candidate wants. */
function currentJob({ dept, level }: Candidate, random: Random) {
  if (level === LEVEL.intern) return { currentLevel: level, title: 'Student', employer: random.pick(SCHOOLS) };
  const below = level > LEVEL.junior && (level === LEVEL.lead || random.chance(0.45));
  const currentLevel = below ? level - 1 : level;
  return { currentLevel, title: random.pick(dept.roles)[currentLevel - 1]!, employer: random.pick(EMPLOYERS) };
}

function headline({ dept, level }: Candidate, title: string, random: Random): string {
  const [first, second] = random.sample(dept.skills, 2);
  if (level === LEVEL.intern) return `Student looking for a placement, keen on ${first}`;
  const variants = [
    `${title} · ${first}, ${second}`,
    `${title} who cares about ${first}`,
    `${title} | ${second} | ${first}`,
  ];
  return random.pick(variants);
}

/** At one of the three domains that are reserved for examples, so that no real address is ever made. */
function email(candidate: Candidate, address: (text: string) => string, random: Random): string {
  const first = asciiLetters(candidate.first);
  const last = asciiLetters(candidate.last);
  const local = random.pick([`${first}.${last}`, `${first}${last}`, `${first}_${last}`, `${first.charAt(0)}.${last}`]);
  return `${address(local)}@${random.pick(['example.com', 'example.org', 'example.net'])}`;
}

export function candidateRecords(random: Random): (candidate: Candidate) => DemoRecord {
  const address = uniqueText();
  return (candidate) => {
    const { currentLevel, title, employer } = currentJob(candidate, random);
    const [min, max] = HALF_YEARS[currentLevel]!;
    const profile = `https://linkedin.example/in/${asciiLetters(candidate.first)}-${asciiLetters(candidate.last)}-`;
    const hasNotConsented = candidate.status === 'new' && candidate.source === 'sourced';
    const created = timestamp(candidate.created);
    return {
      id: candidate.id,
      first_name: candidate.first,
      last_name: candidate.last,
      email: email(candidate, address, random),
      phone: random.chance(0.9) ? phone(candidate.place, random) : null,
      location: candidate.place.city,
      headline: headline(candidate, title, random),
      current_title: title,
      current_employer: employer,
      years_experience: random.int(min, max) / 2,
      linkedin_url: random.chance(0.7) ? profile + (candidate.id * 7919 + 46656).toString(36) : null,
      source: candidate.source,
      referred_by: candidate.referrer?.id ?? null,
      consent_at: hasNotConsented ? null : created,
      status: candidate.status,
      notes: random.chance(0.3) ? random.pick(NOTES[candidate.status]!) : null,
      created,
    };
  };
}

export function applicationRecord(application: Application, index: number): DemoRecord {
  return {
    id: index + 1,
    candidate_id: application.candidate.id,
    job_id: application.job.id,
    stage: application.stage,
    status: application.status,
    applied_on: dateOf(application.applied),
    stage_entered_on: dateOf(application.entered),
    rating: application.rating,
    rejection_reason: application.reason,
    created: timestamp(application.created),
  };
}
