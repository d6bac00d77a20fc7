import { isFields } from '../fields.ts';

/** A value that is already written as JSON. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Writes a value like `JSON.stringify`, with each `JsonText` as it is. */
export function writeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => writeJson(each)).join(',')}]`;
  if (value === undefined) return 'null';
  if (!isFields(value) || 'toJSON' in value) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${writeJson(each)}`).join(',')}}`;
}
