// Numbers for people: whole, with separators between the thousands, such as 12,345.
export const formatNumber = (value: number): string => Math.round(value).toLocaleString('en');
