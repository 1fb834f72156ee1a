// Where the files of this repository are.

/** Ends with a slash. */
export const ROOT = new URL('../../', import.meta.url).pathname;

/** The path of a file or folder of the repository, named from its root. */
export const repositoryFile = (name: string): string => ROOT + name;

/** The name of the folder that has all temporary files of a run, without its random end. */
export const FOLDER_OF_RUN = 'workforce-run-';

/** The entry point of the command line. */
export const MAIN = repositoryFile('src/main.ts');
