/** Checks the licences of all that goes into the product, on any platform, as its bill of materials says. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'
import { writeSbom } from './sbom.mjs'

/**
 * What may go into a work under the AGPL, version 3 or later, and why. Only names of the SPDX list.
 * @type {Record<string, string>}
 */
const ALLOWED = {
  '0BSD': 'asks for nothing',
  'Apache-2.0': 'goes into works under version 3 of the GPL and the AGPL',
  'BlueOak-1.0.0': 'permissive; its text has to come along',
  'BSD-2-Clause': 'permissive; its text has to come along',
  'BSD-3-Clause': 'permissive; its text has to come along',
  ISC: 'permissive; its text has to come along',
  'LGPL-3.0-or-later':
    'libvips: a library that is linked as the program starts, and can be replaced',
  MIT: 'permissive; its text has to come along',
  'MIT-0': 'asks for nothing',
  'MPL-2.0': 'by its section 3.3 it goes into works under the AGPL; its own files stay under it',
  'OFL-1.1': 'fonts that come along with a program, under their own names',
  'Python-2.0': 'argparse: permissive; its text has to come along',
  Unlicense: 'in the public domain',
  Zlib: 'permissive',
}

/**
 * Packages whose package.json names no licence of that list, and what their own files say.
 * @type {Record<string, string>}
 */
const READ_BY_HAND = {
  'duck@0.1.12': 'its LICENSE is BSD-2-Clause; package.json says "BSD"',
  'png-js@2.0.0': 'its LICENSE is MIT; package.json says nothing',
}

/**
 * @param {import('./sbom.mjs').Component[]} components
 * @returns {string[]} what may not go along, or is not known, a sentence each
 */
export function faultsOfLicences(components) {
  const names = new Set(components.map(nameOf))
  return [
    ...components
      .filter(({ group }) => group !== '@frontdesk')
      .filter((one) => !Object.hasOwn(READ_BY_HAND, nameOf(one)))
      .map((one) => ({ name: nameOf(one), licences: licencesOf(one) }))
      .filter(({ licences }) => licences.length === 0 || !licences.every(mayGoAlong))
      .map(
        ({ name, licences }) =>
          `${name} is under ${licences.join(' AND ') || 'no licence that it names'}`,
      ),
    ...Object.keys(READ_BY_HAND)
      .filter((name) => !names.has(name))
      .map((name) => `${name} is no longer there: take it off the list`),
  ]
}

/** @param {import('./sbom.mjs').Component} component */
const nameOf = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`

/** @param {import('./sbom.mjs').Component} component */
const licencesOf = ({ licenses = [] }) =>
  licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')

/**
 * One of what is joined by OR is enough; of what is joined by AND all are needed. What has more brackets than those
 * around the whole is on no list, and so is for a person to read.
 * @param {string} expression
 */
const mayGoAlong = (expression) =>
  expression
    .replace(/^\(([^()]*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => Object.hasOwn(ALLOWED, licence)))

const [, called] = process.argv
if (called && import.meta.url === pathToFileURL(called).href) {
  const file = join(root, '.cache/reports/sbom.cdx.json')
  mkdirSync(dirname(file), { recursive: true })
  await writeSbom(file, { everyPlatform: true })
  const faults = faultsOfLicences(JSON.parse(readFileSync(file, 'utf8')).components)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
