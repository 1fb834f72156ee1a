// Which parts of the sources a test reaches: every statement, branch and function sets a byte of a file that all
// processes of the test map into their memory, also those that are killed. Pages in a browser tell it to the test.
import * as ts from 'typescript/unstable/ast';
import { childrenOf } from './syntax.ts';

/** In a file, in characters. */
export type Part = { readonly file: string; readonly from: number; readonly to: number };

type Insertion = { readonly at: number; readonly text: string };

const isWithStatements = (node: ts.Node) =>
  ts.isSourceFile(node) || ts.isBlock(node) || ts.isCaseClause(node) || ts.isDefaultClause(node);
const isDeclaredOnly = (node: ts.Node) =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node);
const isType = (node: ts.Node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** The single statements and expressions that may not run although what is around them does. */
function branchesOf(node: ts.Node): (ts.Node | undefined)[] {
  if (ts.isIfStatement(node)) return [node.thenStatement, node.elseStatement];
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node)) return [node.statement];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isArrowFunction(node)) return [node.body];
  const isShort = ts.isBinaryExpression(node) && /^(&&|\|\||\?\?)$/.test(node.operatorToken.getText());
  return isShort ? [node.right] : [];
}

/** `parts` gets those of this file; their positions in it are their numbers. `reached`: the path of the file. */
export function instrumented(file: string, source: ts.SourceFile, parts: Part[], reached: string): string {
  const insertions: Insertion[] = [];
  const mark = (node: ts.Node): string => {
    parts.push({ file, from: node.getStart(), to: node.end });
    return `globalThis.$reached[${parts.length - 1}]=1`;
  };
  const visit = (node: ts.Node): void => {
    if (isDeclaredOnly(node) || isType(node)) return;
    if (isWithStatements(node))
      for (const each of node.statements)
        if (!isDeclaredOnly(each) && !isType(each)) insertions.push({ at: each.getStart(), text: `${mark(each)};` });
    for (const each of branchesOf(node))
      if (each && !ts.isBlock(each)) {
        const [open, between, close] = ts.isStatement(each) ? ['{', ';', '}'] : ['(', ',', ')'];
        insertions.push({ at: each.getStart(), text: `${open}${mark(each)}${between}` }, { at: each.end, text: close });
      }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(source);
  if (insertions.length === 0) return source.text;
  let [text, done] = ['', 0];
  for (const { at, text: inserted } of insertions.sort((one, other) => one.at - other.at)) {
    text += source.text.slice(done, at) + inserted;
    done = at;
  }
  return `${header(reached)}${text}${source.text.slice(done)}`.replace(/^(.*)(#!.*\n)/, '$2$1');
}

/** In a page, `$tell` of in-browser.ts gets the numbers. */
const header = (reached: string): string =>
  `globalThis.$reached ??= typeof Bun === 'object' ? Bun.mmap(${JSON.stringify(reached)}) : new Proxy({}, { set(seen, at) {
  if (!seen[at]) { seen[at] = 1; if (!seen.waiting) { seen.waiting = []; queueMicrotask(() => { globalThis.$tell?.(seen.waiting); seen.waiting = undefined; }); }
  seen.waiting.push(Number(at)); } return true; } });`.replaceAll('\n', ' ');
