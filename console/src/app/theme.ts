// Light or dark: as the system has it, or as the person says. That is stored, and nothing else about the person is.
import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';
const stored = localStorage.getItem('theme');

export const theme = signal<Theme>(isTheme(stored) ? stored : 'system');
const system = window.matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(system.matches);
system.addEventListener('change', ({ matches }) => {
  isSystemDark.value = matches;
});

export const isDark = (): boolean => (theme.value === 'system' ? isSystemDark.value : theme.value === 'dark');

effect(() => {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
});

export function switchTheme(): void {
  const next = isDark() ? 'light' : 'dark';
  // What the system says anyway needs no storing.
  theme.value = (next === 'dark') === isSystemDark.peek() ? 'system' : next;
  if (theme.peek() === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', next);
}
