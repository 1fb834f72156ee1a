// The texts of the console, read from its code: those that are said, and those that look like a text and are not said.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript/unstable/ast';
import { repositoryFile } from '../../harness/paths.ts';
import { childrenOf, syntaxOf } from '../../mutants/syntax.ts';

/** A text, or the second one of a count, with the first. */
export type Said = { readonly text: string; readonly one?: string; readonly file: string };

const SAYING = ['say', 'sayWith', 'sayCount', 'counted', 'toSay'];

/** The code of the console, by the names of its files. */
export function consoleCode(): Map<string, string> {
  const names = readdirSync(repositoryFile('console/src'), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => /\.tsx?$/.test(name) && name !== join('words', 'say.ts')).sort();
  return new Map(sources.map((name) => [name, readFileSync(repositoryFile(`console/src/${name}`), 'utf8')]));
}

const isText = (node: ts.Node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The texts that an argument may be. */
function textsOf(node: ts.Node): ts.Node[] {
  if (isText(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsOf);
  return ts.isBinaryExpression(node) && /^(\?\?|\|\|)$/.test(node.operatorToken.getText())
    ? [node.left, node.right].flatMap(textsOf)
    : [];
}

/** Of a template without its places; empty for what is no text. */
const textOf = (node: ts.Node): string => {
  if (isText(node) || ts.isJsxText(node)) return (node as ts.StringLiteral).text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('\0');
};

/** What the code says, and what looks like words for people and is not said. */
export async function textsIn(code: ReadonlyMap<string, string>): Promise<{ said: Said[]; unsaid: string[] }> {
  const said: Said[] = [];
  const unsaid: string[] = [];
  for (const [file, source] of await syntaxOf(code)) {
    const ofCalls = new Set<ts.Node>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
      const name = ts.isCallExpression(node) ? node.expression.getText() : '';
      if (ts.isCallExpression(node) && SAYING.includes(name)) {
        const own = node.arguments.flatMap(textsOf);
        for (const each of own) ofCalls.add(each);
        const [one, many = `${one}s`] = own.map(textOf);
        if (one !== undefined && name === 'counted') said.push({ text: `{n} ${many}`, one: `{n} ${one}`, file });
        else if (one !== undefined && name === 'sayCount') said.push({ text: many, one, file });
        else said.push(...own.filter((each) => textOf(each) !== '').map((each) => ({ text: textOf(each), file })));
      }
      const text = textOf(node);
      if (isProse(text.trim()) && !ofCalls.has(node) && !isElsewhere(node)) unsaid.push(`${file}: ${text.trim()}`);
      for (const child of childrenOf(node)) visit(child);
    };
    visit(source);
  }
  return { said, unsaid };
}

/** What looks like words for people: two words, or one that begins with a capital letter. */
const isProse = (text: string): boolean =>
  (/[a-z]{2,},? [a-z]{2,}/i.test(text) || /^[A-Z][a-z]+[.…]?$/.test(text)) &&
  !/^[a-z-]+( [a-z-]+)*$/.test(text) &&
  !NAMES.includes(text) &&
  !CODE.test(text);

/** Names of products and formats. */
const NAMES = ['Workforce', 'Excel', 'RSS, JSON', 'Indeed'];

/** A command with the place of a name, and the TypeScript that the panel of code writes. */
const CODE = /^workforce [a-z -]+ (NAME|FILE)\b|\bcreateClient\(|\bawait \(|= await /;

/** Where texts are no words for people: classes and shapes, comparisons, keys of keyboards, errors of our own. */
function isElsewhere({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return /^[!=]==?$/.test(parent.operatorToken.getText());
  if (ts.isJsxExpression(parent)) return isElsewhere(parent);
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent))
    return /^(class|className|type|viewBox|d|points|key)$/.test(parent.name.getText());
  if (ts.isNewExpression(parent)) return parent.expression.getText() === 'TypeError';
  if (ts.isCallExpression(parent)) return /\btypes\.includes$/.test(parent.expression.getText());
  return ts.isCaseClause(parent) || ts.isArrayLiteralExpression(parent) || ts.isElementAccessExpression(parent);
}
