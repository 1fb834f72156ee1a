// The address of a PostgreSQL database on the command line. Its password comes from the environment or a file, because
// other users of the machine can read a command line.
import { parseAddresses } from '../../store/database-address.ts';
import { CommandError, UsageError } from './exit-codes.ts';
import { textOfFile } from './option-file.ts';

/** An address with something between the name of a user and the host, even where it could not be read otherwise. */
const WITH_PASSWORD = /^[^/]*\/\/[^/?#]*?:[^/?#]+@/;

/** The address with its password. No message shows the address. `option`: its name, such as `--to`. */
export async function databaseOption(
  option: string,
  address: string,
  passwordFile: string | undefined,
): Promise<string> {
  if (WITH_PASSWORD.test(address))
    throw new UsageError(
      `${option} has a password, which all users of this machine can see: leave it out, and set PGPASSWORD or give --password-file FILE. As it was seen, choose another one.`,
    );
  const parsed = parseAddresses(address);
  if ('fault' in parsed) throw new UsageError(`${option} cannot be used: ${parsed.fault.replace(':password', '')}.`);
  const password = passwordFile === undefined ? process.env.PGPASSWORD : await passwordIn(passwordFile);
  if (!password) return address;
  const { user } = parsed.addresses[0]!;
  const [scheme, rest] = address.split('://') as [string, string];
  return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${rest.replace(/^[^/?#]*@/, '')}`;
}

async function passwordIn(file: string): Promise<string> {
  const password = (await textOfFile('--password-file', file)).replace(/\r?\n$/, '');
  if (password !== '') return password;
  throw new CommandError('failed', `--password-file ${file} is empty; its only line is the password.`);
}
