// The faults of `npm test -- mutants` fit the files as they are, and the tests that they name exist.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { repositoryFile } from '../harness/paths.ts';
import { fits } from './fault.ts';
import { faults } from './faults.ts';

test('every fault fits its file exactly once and changes it, and its tests exist', () => {
  const wrong = faults.filter(({ file, line, changed, tests }) => {
    const text = readFileSync(repositoryFile(file), 'utf8');
    return !fits(text, line) || line === changed || !tests.every((each) => existsSync(repositoryFile(each)));
  });
  expect(wrong).toEqual([]);
});
