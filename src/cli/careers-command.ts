// The command that checks how the public sees the jobs, on the local database or through a service elsewhere.
import { endpoint, LOCAL } from './data-commands.ts';
import type { Command } from './options/command.ts';

export const careers: Command = {
  about: 'say which jobs the public sees on each career site and in its feeds, and why not the others',
  more: `"check" goes through the job distributions of every career site. Each has a line that says where it is shown: its page,
the list of the site, the RSS and JSON feeds, the feeds for Indeed and LinkedIn, markup for search engines; and
below it why it is missing anywhere. It ends with 0 whatever it finds: a draft is no fault.
${LOCAL}
For machines there is "workforce insight job-visibility --group id --json", which has the same.`,
  operands: [{ name: 'ACTION', about: 'what to do: check', choices: ['check'] }],
  options: {
    site: { value: 'SLUG', about: 'only this career site', default: 'all' },
    ...endpoint,
  },
  examples: [
    ['workforce careers check', 'of all sites'],
    ['workforce careers check --site alderwick', 'of one'],
    ['workforce careers check --url https://hr.example.com', 'of a service elsewhere'],
  ],
  run: async (args) => (await import('./commands/careers.ts')).careers(args),
};
