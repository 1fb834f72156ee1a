// fast-check with the seed of the run.
import fc from 'fast-check';
import { SEED } from './sample.ts';

/** Numbers in a row are spread, because the generator starts alike with neighbours. */
export const spread = (number: number): number => Math.imul(number, 0x9e3779b1);

fc.configureGlobal({ seed: spread(SEED) });

export { fc };
