-- no transaction
-- Terms that equal one another without case, accents and punctuation have the same fold here: coarser than `foldText`, so that
-- an index on it finds at least what rules and filters match. It does not depend on the locale of the database.
create or replace function fold_terms(terms text[]) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select regexp_replace(
      lower(translate(
        replace(replace(replace(replace(replace(replace(replace(replace(normalize(term, nfkd),
          'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'øđðɖłħŧŋıØĐÐƉŁĦŦŊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
        'odddlhtniodddlhtnαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюя'
      ) collate "C"),
      -- Letters and digits of ASCII, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, Korean, Japanese and Chinese.
      '[^a-z0-9\u03b1-\u03c9\u0430-\u044f\u05d0-\u05ea\u0621-\u064a\u0904-\u0939\u0e01-\u0e2e\u1100-\u115e\u1161-\u11ff\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]',
      '', 'g')
    from unnest(terms) as term
  );
end
$$;
-- Products that few filters or rules of the shop match: by vendor, type, tags and options together, and by price.
create index concurrently if not exists listings_terms_idx on listings
  using gin (environment_id, fold_terms(tags || option_terms || array[vendor, type]));
create index concurrently if not exists listing_prices_highest_idx on listing_prices (environment_id, currency, highest, product_id);
-- The media library, newest first.
create index concurrently if not exists files_created_at_idx on files (environment_id, created_at desc, name desc) where is_stored;
