// The entry of `webhooks` in the table of commands.
import type { Command } from './options/command.ts';
import { resourceNames } from './options/resource-options.ts';

export const webhooks: Command = {
  about: 'send what changes in the data to endpoints of others, and see how that goes',
  more: `"add" begins to send to an endpoint and shows its secret once; "list" shows all endpoints and how they are;
"test" sends one a message now; "replay" sends again what is after a cursor of the feed; "resume" goes on where an
endpoint that failed for days, and was parked, has stopped; "remove" ends it. A running service notices within seconds.
docs/guides/webhooks.md goes the whole way, with a receiver.`,
  operands: [
    {
      name: 'ACTION',
      about: 'what to do: list, add, test, replay, resume, remove',
      choices: ['list', 'add', 'test', 'replay', 'resume', 'remove'],
    },
    { name: 'NAME', about: 'which endpoint: a name of your own, such as crm', optional: true },
    { name: 'URL', about: 'for add: where to, http(s)://…', optional: true },
  ],
  options: {
    resources: {
      value: 'a,b',
      about: 'for add: only changes of these',
      default: 'all',
      items: () => resourceNames,
    },
    from: {
      about: 'for add: now, or the beginning, which sends every record first',
      default: 'now',
      choices: ['now', 'beginning'],
    },
    'secret-file': {
      value: 'FILE',
      about: 'for add: a file with the secret, whsec_…; never the secret itself, which others could see',
      default: 'a new one, which is shown',
    },
    after: {
      value: 'CURSOR',
      about: 'for replay: a cursor of the feed, beginning or now',
      known: ['beginning', 'now'],
    },
  },
  flags: {
    private: 'for add: send private fields as they are',
    json: 'for list: print them as JSON, for machines',
  },
  examples: [
    ['workforce webhooks add crm https://crm.example.com/hook --resources employees,leave', 'from now on'],
    ['workforce webhooks list', 'how they are'],
    ['workforce webhooks test crm', 'what does it answer?'],
    ['workforce webhooks replay crm --after beginning', 'every record again'],
    ['workforce webhooks resume crm', 'a parked one goes on'],
  ],
  run: async (args) => (await import('./commands/webhooks.ts')).webhooks(args),
};
