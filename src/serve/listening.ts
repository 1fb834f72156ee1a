// Names the settings to mend when a port cannot be listened on.
import { SettingError, type Settings } from '../config.ts';

export function listening<T>({ port, host }: Settings, listen: (place: { port: number; host: string }) => T): T {
  try {
    return listen({ port, host });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(
      `PORT ${port} on HOST ${host} cannot be listened on (${reason}); stop what uses it or set another.`,
    );
  }
}
