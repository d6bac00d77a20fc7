import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const DOCUMENT = new URL('../../docs/api/openapi.json', import.meta.url);

const documentShape = v.looseObject({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });

/** Compares answers with the OpenAPI description of the product API in `docs/api`. */
export class Description {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly paths: readonly string[];
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor() {
    const document = v.parse(documentShape, JSON.parse(readFileSync(DOCUMENT, 'utf8')));
    // A path without a parameter is more exact than one with it.
    this.paths = Object.entries(document.paths)
      .flatMap(([path, methods]) => ('get' in methods ? [path] : []))
      .toSorted((one, other) => Number(one.includes('{')) - Number(other.includes('{')));
    this.ajv.addSchema(document, 'api');
  }

  /**
   * Returns in what an answer to a GET differs from the description; null if it fits.
   *
   * @param path below `/api/v2`
   */
  difference(path: string, body: unknown): string | null {
    const template = this.paths.find((known) => matches(known, path));
    if (template === undefined) throw new Error(`${path} is not described.`);
    const validate = this.validator(template);
    if (validate(body)) return null;
    const errors = validate.errors ?? [];
    // The deepest error is in the form that fits best.
    const [deepest] = errors.toSorted(
      (one, other) => depth(other.instancePath) - depth(one.instancePath) || weight(other) - weight(one),
    );
    const where = deepest?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    return `${where === '' ? 'The answer' : where}: ${deepest?.message ?? 'does not fit'}`;
  }

  private validator(template: string): ValidateFunction {
    const known = this.compiled.get(template);
    if (known !== undefined) return known;
    const pointer = template.replaceAll('~', '~0').replaceAll('/', '~1');
    const $ref = `api#/paths/${encodeURIComponent(pointer)}/get/responses/200/content/application~1json/schema`;
    const compiled = this.ajv.compile({ $ref });
    this.compiled.set(template, compiled);
    return compiled;
  }
}

const depth = (path: string): number => path.split('/').length;

/** A missing field says more than a form that does not fit. */
const weight = ({ keyword }: { readonly keyword: string }): number => (keyword === 'required' ? 1 : 0);

function matches(template: string, path: string): boolean {
  const wanted = template.split('/');
  const found = path.replace(/\/$/, '').split('/');
  return (
    wanted.length === found.length &&
    wanted.every((segment, place) => segment.startsWith('{') || segment === found[place])
  );
}
