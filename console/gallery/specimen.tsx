// One part in one state, with its name above.
import type { ComponentChildren } from 'preact';

type Props = { name: string; isWide?: boolean; children: ComponentChildren };

export const Specimen = ({ name, isWide, children }: Props) => (
  <div class={`card specimen ${isWide ? 'wide' : ''}`}>
    <h3>{name}</h3>
    <div>{children}</div>
  </div>
);
