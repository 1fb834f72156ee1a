// Describes the machine that measured. Figures mean nothing without it.
import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { pinning } from '../load/processes.ts';

const firstLine = (command: string, ...args: string[]): string => {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n')[0] ?? '';
};

export function machine(folder: string): readonly (readonly [string, string])[] {
  const cores = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(1)} GiB`;
  const commit = firstLine('git', 'describe', '--always', '--dirty', '--abbrev=10');
  return [
    ['when', `${new Date().toISOString().slice(0, 16)}Z, commit ${commit || 'unknown'}`],
    ['processor', `${cores.length} cores, ${model(cores[0]?.model.trim())}`],
    ['memory', memory],
    ['system', `${type()} ${release()}, databases on ${fileSystem(folder)}`],
    ['versions', `Bun ${Bun.version}, Node ${firstLine('node', '-v')}, ${firstLine('wrk', '-v').replace(/ \[.*/, '')}`],
    ['pinning', pinning],
  ];
}

const fileSystem = (folder: string): string => firstLine('stat', '-f', '-c', '%T', folder) || 'an unknown file system';

/** On some processors the runtime does not know the model, but lscpu does. */
function model(name = 'unknown'): string {
  if (name !== 'unknown' && name !== '') return name;
  const { stdout } = spawnSync('lscpu', { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return /^Model name:\s*(.+)$/m.exec(stdout ?? '')?.[1] ?? 'unknown model';
}
