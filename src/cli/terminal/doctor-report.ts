// What `workforce doctor` has to say: for people, sort by sort with what mends it, and for machines.
import { amount, type Finding, KEPT, type Mended, SORTS, type Sort } from '../../store/shared/findings.ts';

export type Report = {
  readonly findings: readonly Finding[];
  readonly mended: readonly Mended[];
  /** How many there are, when what is kept about them is sound. */
  readonly records?: number;
};

export function asText({ findings, mended, records }: Report): string {
  const sorts = (Object.keys(SORTS) as Sort[]).flatMap((sort) => {
    const own = findings.filter((finding) => finding.sort === sort);
    return own.length === 0 ? [] : [groupText(sort, own)];
  });
  const done = mended.map(({ what, failed }) => (failed === undefined ? what : `Could not mend ${what}: ${failed}.`));
  const sound =
    findings.length > 0 || records === undefined
      ? []
      : [`All is well: ${records.toLocaleString('en')} records; counts, search index, texts and references agree.`];
  return [...done, ...sorts, ...sound].join('\n');
}

/** However many there are, the first few and their number. */
function groupText(sort: Sort, own: readonly Finding[]): string {
  const { title, mend } = SORTS[sort];
  const shown = own.filter(({ more }) => more === undefined).slice(0, KEPT);
  const rest = amount(own) - shown.length;
  return [
    `${title}: ${mend}.`,
    ...shown.map(({ what }) => `  ${what}`),
    ...(rest > 0 ? [`  and ${rest.toLocaleString('en')} more`] : []),
  ].join('\n');
}

export const asJson = ({ findings, mended, records }: Report): string =>
  JSON.stringify({
    records: records ?? null,
    findings: findings.map(({ sort, resource = null, what, more = null }) => ({
      sort,
      resource,
      what,
      more,
      fixable: SORTS[sort].fixable,
      mend: SORTS[sort].mend,
    })),
    mended: mended.map(({ what, failed = null }) => ({ what, failed })),
  });
