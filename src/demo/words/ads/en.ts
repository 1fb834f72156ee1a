// English job advertisements.
import type { AdWords } from './ad-words.ts';

export const en: AdWords = {
  headings: {
    duties: 'What you will do:',
    offers: 'What we offer:',
    steps: 'How we hire:',
    needs: 'What you bring:',
  },
  // biome-ignore format: a table
  departments: {
    'Executive Office': {
      mission: ['Our leadership team decides faster when the facts are on one page. You help to put them there.', 'You join the small team that keeps the priorities of Alderwick clear and its leaders prepared.'],
      duties: ['Prepare papers for the monthly board and leadership meetings', 'Follow up decisions until somebody has done them', 'Study new markets and write up what you find in plain words', 'Coordinate planning between our branches', 'Know what is decided when, so that nobody is surprised'],
      needs: ['Discretion with confidential matters', 'A clear written style and an eye for figures', 'Calm when plans change at short notice', 'The courage to tell anyone that a figure is wrong'],
    },
    Engineering: {
      mission: ['Our software plans four million deliveries a month, and warehouses stop when it does. You help to keep it fast and dull in the best sense.', 'Small teams own their services here from the first sketch to the night shift. You join one of them.'],
      duties: ['Design, build and run services used by several thousand warehouses', 'Review the work of others and have your own reviewed', 'Improve how we test, release and observe our systems', 'Work with product and support to find out what is worth building', 'Take part in a fair, paid on-call rota'],
      needs: ['You write code that colleagues can read a year later', 'You test what you build and can explain how it fails', 'Practical experience with relational databases', 'You enjoy working out a design together'],
    },
    Sales: {
      mission: ['Shippers come to us when spreadsheets no longer carry their growth. You show them what comes next.', 'You open and close business with mid-sized and large logistics companies in your region.'],
      duties: ['Understand how a prospect works before proposing anything', 'Run demonstrations and pilots together with our consultants', 'Keep a forecast that the rest of the company can plan with', 'Negotiate agreements that both sides are happy to renew', 'Tell product and marketing what you hear in the market'],
      needs: ['A record of reaching targets without burning bridges', 'You listen more than you talk', 'Business-level English and the language of your market', 'You prepare for every meeting as if it were the only one'],
    },
    'Product & Design': {
      mission: ['People use our product in gloves, in the rain and at four in the morning. You make sure that it helps them.', 'You shape the tools with which dispatchers plan their day.'],
      duties: ['Visit customers and bring back problems, not feature lists', 'Turn ideas into prototypes that can be tested within days', 'Decide with engineering what to build next and what to leave out', 'Measure whether a release changed anything for its users', 'Keep what we build accessible to everyone who needs it'],
      needs: ['A portfolio or product that you can talk us through', 'You can say no kindly and explain why', 'Curiosity about the work of our users', 'You are as much at ease with a rough sketch as with a table of figures'],
    },
    'Customer Success': {
      mission: ['A customer who goes live well stays for years. You look after that beginning and everything after it.', 'Our customers call us by first name. You are one of the people they call.'],
      duties: ['Guide new customers from signature to their first live shipment', 'Answer questions quickly, and find out why they had to be asked', 'Review results with customers every quarter', 'Bring their voice into our planning', 'Write the help pages that you would have liked to find'],
      needs: ['Patience, humour and a structured way of working', 'Experience with business software and its users', 'You write messages that need no second reading', 'You stay calm when a customer cannot'],
    },
    Operations: {
      mission: ['Operations is where promises meet loading docks. You keep both in line.', 'You make the everyday work of our branches simpler, cheaper and safer.'],
      duties: ['Plan capacity with our carriers and branches', 'Find the step in a process that costs most, and remove it', 'Agree service levels with suppliers and watch over them', 'Report weekly on cost, quality and delivery', 'Spend a day a month in a warehouse, because the best ideas are there'],
      needs: ['Confidence with figures and spreadsheets', 'You stay friendly on the telephone on a bad day', 'Experience in logistics, retail or manufacturing is welcome', 'You finish what you begin, and say early when you cannot'],
    },
    Finance: {
      mission: ['Seven countries, five currencies and one set of books that has to be right. You help to keep it so.', 'You give our managers figures they can trust by the fifth working day.'],
      duties: ['Prepare the monthly close and explain what changed', 'Support budget owners with planning and forecasts', 'Keep our processes ready for audit all year', 'Automate whatever is still copied by hand', 'Explain figures to people who would rather not read them'],
      needs: ['A degree or professional qualification in finance or accounting', 'Accuracy, and the nerve to ask when a number looks odd', 'Experience with a modern ERP system', 'You do not mind a deadline that comes back every month'],
    },
    Marketing: {
      mission: ['Logistics is full of good stories that nobody tells. You tell them.', 'You make the right people notice us, for reasons that are true.'],
      duties: ['Plan and run campaigns from idea to report', 'Write and edit for our site, our newsletter and trade magazines', 'Work with sales on events and reference stories', 'Test, measure and drop what does not work', 'Look after our brand in all its languages'],
      needs: ['Samples of work you are proud of', 'A feeling for language and for data', 'Experience in business-to-business marketing is an advantage', 'You can make a dry subject a pleasure to read'],
    },
    'People & Culture': {
      mission: ['We hire about one person a week and want each of them to stay. You have a large part in that.', 'You help managers to become good ones and new colleagues to arrive well.'],
      duties: ['Advise managers in hiring, growth and difficult conversations', 'Run structured, fair and quick selection', 'Improve onboarding with what new colleagues tell us', 'Keep our policies understandable and up to date', 'Make sure that nobody waits long for an answer'],
      needs: ['Sound judgement and respect for confidentiality', 'Experience in an international company', 'You back up your advice with evidence', 'You also hear what is not said'],
    },
    'Data & Analytics': {
      mission: ['Every parcel leaves a trail of data. You turn it into decisions.', 'You build the figures on which planners, customers and our own leaders rely.'],
      duties: ['Model data so that the same question gets the same answer', 'Build forecasts and measure how wrong they were', 'Design experiments together with product teams', 'Explain results to people who do not write SQL', 'Run pipelines that are done before the first lorry leaves'],
      needs: ['Solid statistics and clean SQL', 'You question the data before you trust it', 'Experience with version control and code review', 'You draw charts that need no explanation'],
    },
    'IT & Security': {
      mission: ['Our colleagues should never have to think about their tools. You think about them instead.', 'You protect our customers and make it easy for colleagues to do the safe thing.'],
      duties: ['Run identity, devices and networks for all branches', 'Watch for threats and lead the response when one is real', 'Automate joiners, movers and leavers', 'Help colleagues kindly, and fix the cause afterwards', 'Rehearse the emergency before there is one'],
      needs: ['Experience with a large identity provider and device management', 'You document what you change', 'Willingness to share an emergency rota', 'Much patience with people, and none with passwords on paper'],
    },
    'Legal & Compliance': {
      mission: ['You make agreements that people understand and rules that people keep.', 'Product, sales and people teams ask you early, because your answers help.'],
      duties: ['Draft and negotiate customer and supplier contracts', 'Advise on data protection and employment matters', 'Keep our policies and registers in order', 'Train colleagues in what they really need to know', 'Follow new law in our markets and say early what it means for us'],
      needs: ['A legal or compliance qualification for your jurisdiction', 'You write for readers who are not lawyers', 'Practical sense for risk', 'You prefer a short contract to a long one'],
    },
  },
  interest: 'Interest in {one} or {two}',
  mastery: 'Experience with {one} or {two}',
  skills: {},
  scope: [
    'This is a paid placement of three to six months with a mentor of your own and a project you can show.',
    'You start with well-defined tasks and a colleague who has time for you.',
    'You work independently and choose your way to the goal.',
    'You take on the hard cases and help others to grow.',
    'You set the direction for your field across several teams.',
    'You lead a team of five to eight people and are measured by what they achieve.',
  ],
  experience: [
    'Enrolled in, or just finished, a relevant degree or apprenticeship',
    'First experience in a similar role, or training that fits',
    'About three years in a similar role',
    'Six years or more in the field, some of them as the person others ask',
    'Ten years or more in the field and work that shaped more than one team',
    'At least two years of leading people, and pleasure in it',
  ],
  policies: {
    on_site: 'You work with the team on site in {city}.',
    hybrid: 'You work two or three days a week in our office in {city}, and the others where you like.',
    remote: 'You work from wherever you are at home in the country and are always welcome at our office in {city}.',
  },
  contracts: {
    part_time: 'The job is part-time, 20 to 30 hours a week, on days that we agree with you.',
    contract: 'You work with us on a contract for the length of the project.',
    temporary: 'The job is limited to twelve months. Many of our colleagues began like that.',
  },
  ways: [
    'Teams are small, meetings are short, and what was decided is written down.',
    'Your closest colleagues are in two or three countries, so we write things down and meet in person four times a year.',
    'Nobody expects an answer in the evening, and those who lead go home on time too.',
  ],
  offers: [
    'Five days and a budget every year to learn what you choose',
    'Equipment that you pick yourself',
    'Hours that leave room for children, parents and choirs',
    'A share in what the company earns, the same percentage for everyone',
    'A mentor from another team, if you want one',
    'Colleagues who cover for you while you are on leave, so that you really are',
  ],
  steps: {
    screening: 'A first call of half an hour with our recruiting team',
    assessment: 'A task from daily work, two hours at most, which we talk through together',
    interview: 'A morning with your future team, in person or by video',
    offer: 'An offer or a clear no, within five working days',
  },
  closing: [
    'We reply to every application within ten working days.',
    'We pay inside the published band and tell you on the first call where you would stand.',
    'If you meet most but not all of the points, please write to us anyway.',
    'Everyone is welcome here. If something would make it easier for you to apply, tell us.',
  ],
  follows: 'The English version follows.',
};
