// A part whose code is loaded when it is first shown.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../words/say.ts';
import { notify } from './copy.tsx';

/** `close`: does away with the part, where its code cannot be had. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close?: () => void,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Later(props) {
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (found) => {
          Loaded = found;
          setLoaded(true);
        },
        () => {
          notify(say('The service does not answer'));
          close?.();
        },
      );
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
