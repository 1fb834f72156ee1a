// The syntax trees of sources, as TypeScript reads them.

import type { Node, SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/async';
import { createVirtualFileSystem } from 'typescript/unstable/fs';

const FOLDER = '/sources/';
const OPTIONS = { noLib: true, noResolve: true, types: [], jsx: 'preserve', allowImportingTsExtensions: true };

/** `texts`: by the name of the file. */
export async function syntaxOf(texts: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, SourceFile>> {
  const paths = new Map([...texts].map(([name, text]) => [FOLDER + name, text]));
  const project = `${FOLDER}tsconfig.json`;
  const config = JSON.stringify({ compilerOptions: OPTIONS, files: [...paths.keys()] });
  const fs = createVirtualFileSystem({ ...Object.fromEntries(paths), [project]: config });
  const api = new API({ cwd: FOLDER, fs });
  try {
    const [opened] = (await api.updateSnapshot({ openProjects: [project] })).getProjects();
    const trees = new Map<string, SourceFile>();
    for (const name of texts.keys()) trees.set(name, (await opened!.program.getSourceFile(FOLDER + name))!);
    return trees;
  } finally {
    await api.close();
  }
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}
