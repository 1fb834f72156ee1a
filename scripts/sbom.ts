// The software bill of materials of what users get, in CycloneDX: every package with its licence and the hash that npm
// checks. The same lock file makes the same bytes.
import { PRODUCT } from '../src/contract/product.ts';
import { type Lock, type LockedPackage, shippedPackages } from './lock.ts';

type Manifest = { readonly name: string; readonly version: string; readonly license: string };

/** The address of a package, as other tools write it. */
const purlOf = (key: string): string => `pkg:npm/${key.replace(/^@/, '%40')}`;

const licenseOf = (license: string | undefined) => (license ? { licenses: [{ expression: license }] } : {});

/** npm writes hashes in base64, as `sha512-…`. */
function hashesOf(integrity: string | undefined) {
  const [, sha512] = /\bsha512-(\S+)/.exec(integrity ?? '') ?? [];
  return sha512 ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] } : {};
}

function componentOf(key: string, { name, version, license, integrity, isOptional }: LockedPackage) {
  const [, group, rest = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    // The runtime executes the others.
    type: /^(bun|@oven\/bun-.*)$/.test(name) ? 'platform' : 'library',
    'bom-ref': purlOf(key),
    ...(group && { group }),
    name: rest,
    version,
    scope: isOptional ? 'optional' : 'required',
    ...hashesOf(integrity),
    ...licenseOf(license),
    purl: purlOf(key),
  };
}

export function sbom({ name, version, license }: Manifest, lock: Lock): string {
  const { own, shipped } = shippedPackages(lock);
  const purl = purlOf(`${name}@${version}`);
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl,
        name,
        version,
        description: PRODUCT,
        ...licenseOf(license),
        purl,
      },
    },
    components: [...shipped].map(([key, each]) => componentOf(key, each)),
    dependencies: [
      { ref: purl, dependsOn: own.map(purlOf) },
      ...[...shipped].map(([key, { uses }]) => ({ ref: purlOf(key), dependsOn: uses.map(purlOf) })),
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
