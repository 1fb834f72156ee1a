// Finds a person among those that are loaded.
import { useCallback, useMemo } from 'preact/hooks';
import { resourceNamed } from '../../data/catalogue.ts';
import type { DataRecord } from '../../data/records.ts';
import { Combobox } from '../../parts/combobox.tsx';
import type { Org, OrgNode } from './tree.ts';

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a name meets the words: from its beginning, from the beginning of a part of it, or not. */
function rank(name: string, words: readonly string[]): number {
  const parts = name.split(/[\s'-]+/);
  if (!words.every((word) => parts.some((part) => part.startsWith(word)) || name.includes(` ${word}`))) return 0;
  return name.startsWith(words.join(' ')) ? 2 : 1;
}

const recordOf = ({ id, name, title }: OrgNode): DataRecord => ({ id, first_name: name, designation: title });

export function FindPerson({ org, onFind }: { org: Org; onFind: (node: OrgNode) => void }) {
  const names = useMemo(() => [...org.byId.values()].map((node) => ({ node, name: plain(node.name) })), [org]);
  const find = useCallback(
    (text: string, most: number): DataRecord[] => {
      const words = plain(text).split(/\s+/).filter(Boolean);
      if (words.length === 0) return org.roots.slice(0, most).map(recordOf);
      const [good, fair]: [OrgNode[], OrgNode[]] = [[], []];
      for (const { node, name } of names) {
        const how = rank(name, words);
        if (how === 2) good.push(node);
        else if (how === 1 && fair.length < most) fair.push(node);
        if (good.length >= most) break;
      }
      return [...good, ...fair].slice(0, most).map(recordOf);
    },
    [org, names],
  );
  return (
    <div class="org-find">
      <Combobox
        resource={resourceNamed('employees')!}
        label="Find a person"
        placeholder="Find a person"
        find={find}
        clearsAfter
        onChoose={(choice) => {
          const node = choice && org.byId.get(choice.id);
          if (node) onFind(node);
        }}
      />
    </div>
  );
}
