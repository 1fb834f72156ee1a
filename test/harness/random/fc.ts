// fast-check with the seed of the run. Seeds in a row are spread, because its generator starts alike with neighbours.
import fc from 'fast-check';
import { SEED } from './sample.ts';

fc.configureGlobal({ seed: Math.imul(SEED, 0x9e3779b1) });

export { fc };
