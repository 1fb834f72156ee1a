// What is done with selected cells is loaded when some are.
import { notify } from '../../../parts/copy.tsx';
import { later } from '../../../parts/later.tsx';
import { say } from '../../../words/say.ts';
import type { Selected } from './selected.tsx';

const load = () => import('./selected.tsx');

export const SelectedFoot = later(() => load().then((selected) => selected.SelectedFoot));

export const copySelected = (selected: Selected): Promise<void> =>
  load().then(
    (loaded) => loaded.copySelected(selected),
    () => notify(say('The service does not answer')),
  );
