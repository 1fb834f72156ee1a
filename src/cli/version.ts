// `workforce version`.
import { VERSION } from '../contract/product.ts';
import { say } from './output.ts';

export const version = (): void => say(VERSION);
