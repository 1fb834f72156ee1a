// The exports of the package.
export type * from './aggregate-types.ts';
export type * from './changes/change-types.ts';
export type { ClientOptions } from './connection.ts';
export { type Client, createClient } from './create-client.ts';
export * from './error-classes.ts';
export type * from './filter-types.ts';
export type * from './insight-types.ts';
export type * from './insights.ts';
export type * from './range-operators.ts';
export type * from './resources.ts';
export type * from './types.ts';
export { ConnectionError, type Fault, TimeoutError, WorkforceError } from './workforce-error.ts';
