// Parses postgres:// addresses in libpq's format, which may name several hosts: one address for each host, or a fault.
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

export type Address = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslMode: (typeof SSL_MODES)[number];
  /** A file with the certificates to trust. */
  readonly sslRootCert: string | undefined;
};

const PATTERN =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^?#]*))?(?:\?(?<query>[^#]*))?$/;

/** Accepted and without effect. */
const IGNORED = new Set(['channel_binding', 'gssencmode', 'connect_timeout', 'application_name']);

export function parseAddresses(text: string): { addresses: Address[] } | { fault: string } {
  const { user = '', password = '', hosts = '', database = '', query = '' } = PATTERN.exec(text)?.groups ?? {};
  if (hosts === '') return { fault: 'it is written postgres://user:password@host:5432/database' };
  // For libpq a plus is not a space.
  const parameters = new URLSearchParams(query.replaceAll('+', '%2B'));
  const sslMode = (parameters.get('sslmode') ?? 'prefer') as Address['sslMode'];
  const attributes = parameters.get('target_session_attrs') ?? 'read-write';
  const sslRootCert = parameters.get('sslrootcert') ?? undefined;
  for (const name of ['sslmode', 'target_session_attrs', 'sslrootcert', ...IGNORED]) parameters.delete(name);
  const [unknown] = parameters.keys();
  if (unknown !== undefined) return { fault: `it has a parameter ${unknown}, which is not known here` };
  if (!SSL_MODES.includes(sslMode)) return { fault: `its sslmode is none of ${SSL_MODES.join(', ')}` };
  if (!['read-write', 'primary', 'any'].includes(attributes))
    return { fault: 'its target_session_attrs is neither read-write nor any' };
  try {
    const name = decodeURIComponent(user) || 'postgres';
    const shared = {
      user: name,
      password: decodeURIComponent(password),
      database: decodeURIComponent(database) || name,
      sslMode,
      sslRootCert,
    };
    const addresses = hosts.split(',').map((each) => ({ ...hostAndPort(each), ...shared }));
    const isInvalid = addresses.some(({ host, port }) => host === '' || !(port >= 1 && port <= 65_535));
    return isInvalid ? { fault: 'one of its hosts or ports cannot be read' } : { addresses };
  } catch {
    return { fault: 'its percent-encoding is broken' };
  }
}

function hostAndPort(text: string): { host: string; port: number } {
  const {
    v6,
    name = '',
    port = '5432',
  } = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:\s]*))(?::(?<port>\d*))?$/.exec(text)?.groups ?? {};
  return { host: decodeURIComponent(v6 ?? name), port: Number(port || '5432') };
}
