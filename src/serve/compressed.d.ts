// The path of a compressed file, inside the executable too.
declare module '*.br';
