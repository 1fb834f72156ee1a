// Where the files of this repository are.

/** Ends with a slash. */
export const ROOT = new URL('../../', import.meta.url).pathname;

/** The path of a file or folder of the repository, named from its root. */
export const repositoryFile = (name: string): string => ROOT + name;

/** The entry point of the command line. */
export const MAIN = repositoryFile('src/main.ts');
