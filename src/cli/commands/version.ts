// `workforce version`.
import { VERSION } from '../../contract/product.ts';
import { say } from '../terminal/output.ts';

export const version = (): void => say(VERSION);
