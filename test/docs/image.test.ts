// The Dockerfile is linted: by the rules of a linter, and by ours for what that one does not look at.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { repositoryFile } from '../harness/paths.ts';

const { ERROR } = ValidationSeverity;
const dockerfile = readFileSync(repositoryFile('Dockerfile'), 'utf8');

/** What is wrong, in words. */
function lint(text: string): string[] {
  const faults = validate(text, {
    deprecatedMaintainer: ERROR,
    directiveCasing: ERROR,
    emptyContinuationLine: ERROR,
    instructionCasing: ERROR,
    instructionCmdMultiple: ERROR,
    instructionEntrypointMultiple: ERROR,
    instructionHealthcheckMultiple: ERROR,
    instructionJSONInSingleQuotes: ERROR,
    instructionWorkdirRelative: ERROR,
  }).map(({ message }) => String(message));
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const of = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  // The last stage has no name, and files of this repository come from none.
  const stages = of('FROM').map((line) => / AS (\S+)$/.exec(line)?.[1]);
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const inLast = (name: string) => last.filter((line) => line.startsWith(`${name} `));
  const ours: [string, boolean][] = [
    ['A base image has no version.', of('FROM').every((line) => /^[\w./-]+:(?!latest\b)\S+/.test(line))],
    ['ADD fetches and unpacks: COPY does neither.', of('ADD').length === 0],
    [
      'A file is copied from a stage that there is not.',
      of('COPY').every((line) => stages.includes(/--from=(\S+)/.exec(line)?.[1])),
    ],
    ['Packages of npm are not those of the lock file.', !/npm (install|i|add)\b/.test(text)],
    ['The last stage installs something.', inLast('RUN').length === 0],
    [
      'The last stage copies the whole folder.',
      !inLast('COPY').some((line) => / \.?\/? \S+$/.test(line.replace(/^COPY/, ''))),
    ],
    ['The user has a name, or is root.', /^USER [1-9]\d*:\d+$/.test(inLast('USER').at(-1) ?? '')],
    [
      'Other users cannot write to /data.',
      /mkdir -m 770 \/data/.test(text) && inLast('COPY').includes('COPY --from=build --chown=10001:0 /data /data'),
    ],
    ['There is no health check.', inLast('HEALTHCHECK').length === 1],
    [
      'A shell stands between signals and the service.',
      ['CMD', 'ENTRYPOINT'].every((name) => /\[".*"\]$/.test(inLast(name)[0] ?? '')),
    ],
    ['A secret is in the image.', !/^(ENV|ARG) .*(TOKEN|PASSWORD|SECRET|DATABASE_URL)/m.test(text)],
  ];
  return [...faults, ...ours.filter(([, holds]) => !holds).map(([fault]) => fault)];
}

test('the Dockerfile has no faults', () => expect(lint(dockerfile)).toEqual([]));

const mistakes: [string, RegExp | string, string][] = [
  ['Unknown instruction: HEALTHCHEK', 'HEALTHCHECK', 'HEALTHCHEK'],
  ['Unknown flag: form', '--from=build', '--form=build'],
  ['Invalid containerPort: http', 'EXPOSE 8080', 'EXPOSE http'],
  [
    'There can only be one CMD instruction in a Dockerfile or build stage. Only the last one will have an effect.',
    'CMD ["serve"]',
    'CMD ["serve"]\nCMD ["serve"]',
  ],
  ['A base image has no version.', 'node:22-slim', 'node'],
  ['A base image has no version.', 'node:22-slim', 'node:latest'],
  ['ADD fetches and unpacks: COPY does neither.', 'COPY LICENSE', 'ADD LICENSE'],
  ['A file is copied from a stage that there is not.', '--from=build', '--from=made'],
  ['Packages of npm are not those of the lock file.', 'npm ci', 'npm install'],
  ['The last stage installs something.', 'WORKDIR /app\nCOPY --from', 'WORKDIR /app\nRUN apt-get update\nCOPY --from'],
  ['The last stage copies the whole folder.', 'COPY LICENSE ./', 'COPY . ./'],
  ['The user has a name, or is root.', 'USER 10001:10001', 'USER root'],
  ['The user has a name, or is root.', 'USER 10001:10001', 'USER 0:0'],
  ['Other users cannot write to /data.', '--chown=10001:0', '--chown=10001:10001'],
  ['Other users cannot write to /data.', 'mkdir -m 770', 'mkdir'],
  ['There is no health check.', /HEALTHCHECK[^\n]*\n[^\n]*\n/, ''],
  ['A shell stands between signals and the service.', 'ENTRYPOINT ["workforce"]', 'ENTRYPOINT workforce'],
  ['A secret is in the image.', 'ENV HOST', 'ENV WORKFORCE_API_TOKEN=choose-one HOST'],
];

test.each(mistakes)('it finds: %s (%s)', (fault, from, to) => {
  const wrong = dockerfile.replace(from, to);
  expect(wrong).not.toBe(dockerfile);
  expect(lint(wrong)).toContain(fault);
});
