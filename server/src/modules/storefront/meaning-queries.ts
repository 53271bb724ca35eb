import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable } from '../../kit/schema.ts'

const Corrected = Type.Object({ unknown: Nullable(Type.String()), unusual: Nullable(Type.String()) })

/** More words than anybody mistypes, and letters than a word has. */
const MOST_WORDS = 8
const LONGEST_WORD = 50
const LONGEST_PAIR = 20

/**
 * What somebody has probably meant, by the words of what is on show and no others: with another word for each that begins none
 * of them (`unknown`), and with another also for those that stand nowhere as they are (`unusual`: `linnen` finds Linnea). It becomes two
 * that follow each other somewhere (`tshirt`), or that word of the shop, with the same first letter, that takes the fewest
 * letters to change: one in a word of four, two in a longer one, or that shares most of its trigrams. Null when there is none,
 * or when all are right as they are.
 */
export const correct = (ctx: Ctx, q: string) =>
  ctx.db.one(
    Corrected,
    sql`
      with shop as materialized (
        select search_languages as languages from environments where id = ${ctx.environmentId}
      ),
      asked as materialized (
        select word, place, languages, exists (
          select from listings_on_show(${ctx.environmentId}, ${ctx.now}, null, null, null, null, null, null, null, null, null)
          where words @@ search_query(languages, word)
        ) as is_known,
        exists (
          select from listings_on_show(${ctx.environmentId}, ${ctx.now}, null, null, null, null, null, null, null, null, null)
          where words @@ plainto_tsquery('simple', word)
        ) as is_usual
        from shop, unnest(string_to_array(search_fold(${q}), ' ')) with ordinality as asked (word, place)
        where place <= ${MOST_WORDS + 1}
      )
      select
        case when bool_or(not is_known) and count(*) <= ${MOST_WORDS} and bool_and(is_known or meant.words is not null)
          then string_agg(case when is_known then word else meant.words end, ' ' order by place) end as unknown,
        case when bool_or(meant.words is not null) and count(*) <= ${MOST_WORDS} and bool_and(is_known or meant.words is not null)
          then string_agg(coalesce(meant.words, word), ' ' order by place) end as unusual
      from asked
      left join lateral (
        (
          select left(word, at) || ' ' || substr(word, at + 1) as words
          from generate_series(1, length(word) - 3) as at
          where not is_known and length(word) <= ${LONGEST_PAIR} and exists (
            select from listings_on_show(${ctx.environmentId}, ${ctx.now}, null, null, null, null, null, null, null, null, null) as shown
            where shown.words @@ (plainto_tsquery('simple', left(word, at)) <-> search_query(languages, substr(word, at + 1)))
          )
          limit 1
        )
        union all
        (
          select near.word
          from (
            select known.word, levenshtein_less_equal(asked.word, known.word, 2) as changes
            from search_vocabulary as known
            where not is_usual and length(asked.word) between 4 and ${LONGEST_WORD}
              and known.environment_id = ${ctx.environmentId}
              and known.word >= left(asked.word, 1) and known.word < left(asked.word, 1) || chr(1114111)
              and abs(length(asked.word) - length(known.word)) <= 2
              and (levenshtein_less_equal(asked.word, known.word, 2) <= case when length(asked.word) = 4 then 1 else 2 end
                or (length(asked.word) > 6 and similarity(asked.word, known.word) > 0.5))
            order by changes, abs(length(asked.word) - length(known.word)), similarity(asked.word, known.word) desc, known.word
          ) as near
          -- A word may be of something that is not on show, or that is no more.
          where exists (
            select from listings_on_show(${ctx.environmentId}, ${ctx.now}, null, null, null, null, null, null, null, null, null)
            where words @@ plainto_tsquery('simple', near.word)
          )
          -- What the word finds as it is, it has found.
          and not search_words(languages, near.word, '', '', '') @@ search_query(languages, asked.word)
          limit 1
        )
        limit 1
      ) as meant on true`,
  )

const Found = Type.Object({ q: Type.String() })

/** The first of them by which anything on show is found. */
export const findFirstKnown = (ctx: Ctx, questions: string[]) =>
  ctx.db.row(
    Found,
    sql`
      select q
      from environments, unnest(${questions}::text[]) with ordinality as asked (q, place)
      where environments.id = ${ctx.environmentId} and exists (
        select from listings_on_show(${ctx.environmentId}, ${ctx.now}, null, null, null, null, null, null, null, null, null)
        where words @@ search_query(search_languages, q)
      )
      order by place
      limit 1`,
  )
