import { ofArchive, ofFiles } from './tampered-archive.fixture.ts'
import { ofForms } from './tampered-forms.fixture.ts'
import { ofHostility } from './tampered-hostile.fixture.ts'
import { ofCheckpoints, ofCopies } from './tampered-history.fixture.ts'
import { ofKept } from './tampered-kept.fixture.ts'
import { ofPictures } from './tampered-pictures.fixture.ts'
import { ofRecords } from './tampered-records.fixture.ts'
import { ofTokens } from './tampered-tokens.fixture.ts'
import { type Tampered, World } from './world.fixture.ts'

/** Every pack that must be refused. */
export async function tamperedPacks() {
  const world = await World.make()
  const good = await world.pack()
  const tokens = await ofTokens(world)
  const pictures = await ofPictures()
  const all = [
    ...(await ofFiles(world, good)),
    ...(await ofArchive(good)),
    ...ofRecords(world),
    ...(await ofForms(world, good)),
    ...(await ofHostility(world, good)),
    ...(await ofCheckpoints(world)),
    ...(await ofCopies(world, good)),
    ...(await ofKept(world, good)),
    ...tokens.cases,
    ...pictures.cases,
  ]
  const cases: Tampered[] = []
  for (const [name, says, bytes, known] of all)
    cases.push({ name, says, bytes: await bytes, known })
  return {
    world,
    good,
    stamped: { bytes: tokens.stamped, known: tokens.root },
    pictured: pictures.good,
    cases,
  }
}
