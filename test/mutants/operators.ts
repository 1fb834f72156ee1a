// The mutants of a source: one small change each, of the kinds that people make by mistake. Nothing changes in types,
// imports, comments, logs, styles or texts for people. Some kinds are left out because nearly all of their mutants
// behave the same, or as well: `?.` where the value is always present, `??=` of caches, timers that are not cleared,
// numbers of drawings, of data beside texts, and of named sizes and times, where one more is as good.
import * as ts from 'typescript/unstable/ast';
import { childrenOf } from './syntax.ts';

export type Mutant = {
  /** The same for as long as its line stays as it is. */
  readonly id: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In characters. */
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
};

type Change = { readonly node: { getStart(): number; end: number }; readonly after: string };

const BOUNDARIES = new Map(['< <=', '<= <', '> >=', '>= >'].map((pair) => pair.split(' ') as [string, string]));
const OPPOSITES = new Map(
  ['< >=', '> <=', '=== !==', '&& ||', '+ -', '* /', '+= -=', 'some every', 'min max', 'true false']
    .map((pair) => pair.split(' ') as [string, string])
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);
const FOR_PEOPLE = new Set(['about', 'description', 'label', 'message', 'title', 'className', 'style']);

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) ||
  ts.isTemplateExpression(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

function isLeftOut(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isHeritageClause(node)) return true;
  if (ts.isPropertyAssignment(node) || ts.isJsxAttribute(node)) return FOR_PEOPLE.has(node.name.getText());
  if (ts.isCallExpression(node)) return /^(console|log)\.|^log[A-Z]\w*$/.test(node.expression.getText());
  return ts.isNewExpression(node) && node.expression.getText().endsWith('Error');
}

function binaryChanges(node: ts.BinaryExpression): Change[] {
  const { operatorToken: operator, left } = node;
  const text = operator.getText();
  if (text === '??') return [{ node, after: left.getText() }];
  if (text === '+' && isText(node)) return [];
  const others = [BOUNDARIES.get(text), OPPOSITES.get(text)].filter((each) => each !== undefined);
  return others.map((after) => ({ node: operator, after }));
}

/** Where one is a function or an object, the types or every call notice that they are swapped. */
const isPlain = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

function callChanges({ expression, arguments: given }: ts.CallExpression): Change[] {
  const [first, second] = given;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : undefined;
  const other = name && OPPOSITES.get(name.getText());
  if (other) return [{ node: name, after: other }];
  if (!first || !second || !isPlain(first) || !isPlain(second) || first.getText() === second.getText()) return [];
  const node = { getStart: () => first.getStart(), end: second.end };
  return [{ node, after: `${second.getText()}, ${first.getText()}` }];
}

/** No loop becomes endless. An early `return` goes with the condition that is false. */
function conditionChanges(node: ts.Node): Change[] {
  const both = (condition: ts.Node) => ['true', 'false'].map((after) => ({ node: condition, after }));
  if (ts.isIfStatement(node)) return both(node.expression);
  if (ts.isConditionalExpression(node)) return both(node.condition);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) return [{ node: node.expression, after: 'false' }];
  return ts.isForStatement(node) && node.condition ? [{ node: node.condition, after: 'false' }] : [];
}

const inner = (node: ts.Expression): ts.Expression =>
  ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? inner(node.expression) : node;

function isRemovable(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isReturnStatement(node) || ts.isContinueStatement(node))
    return ts.isBlock(parent) && ts.isIfStatement(parent.parent) && parent.statements.length > 1;
  if (!ts.isExpressionStatement(node)) return false;
  const expression = inner(node.expression);
  if (ts.isCallExpression(expression))
    return (
      !isLeftOut(expression) && !/^super$|^clear(Timeout|Interval)$|\.unref$/.test(expression.expression.getText())
    );
  const isAssignment = ts.isBinaryExpression(expression) && /^\W*=$/.test(expression.operatorToken.getText());
  return isAssignment || ts.isDeleteExpression(expression) || ts.isPostfixUnaryExpression(expression);
}

const isCompared = ({ parent }: ts.Node): boolean =>
  ts.isCaseClause(parent) || (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText()));

const isPropertyName = (node: ts.Node): boolean => 'name' in node.parent && node.parent.name === node;

const isInAttribute = (node: ts.Node): boolean =>
  ts.isJsxAttribute(node) || (!ts.isArrowFunction(node) && !ts.isSourceFile(node) && isInAttribute(node.parent));

function isTaste(node: ts.NumericLiteral): boolean {
  const { parent } = node;
  if (isInAttribute(node)) return true;
  if (ts.isArrayLiteralExpression(parent)) return parent.elements.some(isText);
  return ts.isVariableDeclaration(parent) && /^[A-Z_\d]+$/.test(parent.name.getText()) && Number(node.text) >= 10;
}

function valueChanges(node: ts.Node): Change[] {
  const text = node.getText();
  if (ts.isNumericLiteral(node) && !isTaste(node) && !isPropertyName(node))
    return [{ node, after: String(Number(text.replaceAll('_', '')) + 1) }];
  if (ts.isStringLiteral(node) && node.text !== '' && isCompared(node))
    return [{ node, after: `${text.slice(0, -1)}~${text.at(-1)}` }];
  const isBoolean = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
  return isBoolean ? [{ node, after: OPPOSITES.get(text)! }] : [];
}

function changesOf(node: ts.Node): Change[] {
  if (ts.isBinaryExpression(node)) return binaryChanges(node);
  if (ts.isCallExpression(node)) return callChanges(node);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ node, after: node.operand.getText() }];
  if (isRemovable(node)) return [{ node, after: ';' }];
  return [...conditionChanges(node), ...valueChanges(node)];
}

export function mutantsOf(file: string, source: ts.SourceFile): Mutant[] {
  const { text } = source;
  const lines = text.split('\n');
  const mutants = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    for (const { node: changed, after } of changesOf(node)) {
      const [from, to] = [changed.getStart(), changed.end];
      const above = text.slice(0, from).split('\n');
      const line = above.length;
      const id = Bun.hash([file, lines[line - 1], above.at(-1)!.length, to - from, after].join('\n')).toString(36);
      const before = text.slice(from, to);
      if (before !== after) mutants.set(`${from} ${to} ${after}`, { id, file, line, from, to, before, after });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(source);
  return [...mutants.values()];
}

/** The source with the mutant in it. */
export const withMutant = (text: string, { from, to, after }: Mutant): string =>
  text.slice(0, from) + after + text.slice(to);
