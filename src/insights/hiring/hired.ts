// Applications that ended with a hire.
import { between, type LeftOut, type Population } from '../figures.ts';

/** On the day on which they came to their last stage. */
export const hired: Population = { resource: 'applications', where: [['status', 'hired']], during: 'stage_entered_on' };

export const withDay = (field: string): Population => ({ ...hired, where: [...hired.where, [`${field}[ne]`, null]] });

/** Hires of the whole time that was asked for, that lack a day. */
export const without = (field: string, { from, to }: { readonly from: string; readonly to: string }): Population => ({
  resource: 'applications',
  where: [...hired.where, ...between('stage_entered_on', { from, to }), [field, null]],
});

export const undated: Population = { resource: 'applications', where: [...hired.where, ['stage_entered_on', null]] };

/** Applications of the period with a status that does not tell whether they ended with a hire. */
export const ofUnknownStatus = (asked: { readonly from: string; readonly to: string }): LeftOut => ({
  field: 'status',
  of: { resource: 'applications', where: between('stage_entered_on', asked) },
});
