// What floats above every page, and whether it is open.
import { signal } from '@preact/signals';

export const isPaletteOpen = signal(false);
export const isSheetOpen = signal(false);
export const isKeepOpen = signal(false);
export const isCodeOpen = signal(false);
