//! Rows as lines of CSV.

/// Rows as CSV, one after the other in the same memory: a run has millions.
pub struct CsvLines(csv::Writer<Vec<u8>>);

impl Default for CsvLines {
    fn default() -> Self {
        Self(csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()))
    }
}

impl CsvLines {
    const MEMORY: &str = "memory takes what it is given";

    /// A field of the row.
    pub fn word(&mut self, word: &str) {
        self.0.write_field(word).expect(Self::MEMORY);
    }

    /// A field that is empty where there is no number.
    pub fn number(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.word(itoa::Buffer::new().format(number)),
            None => self.word(""),
        }
    }

    /// The row's end.
    pub fn end(&mut self) {
        self.0.write_record(None::<&[u8]>).expect(Self::MEMORY);
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().expect(Self::MEMORY)
    }
}

/// One row as CSV.
pub fn csv_line<T: AsRef<str>>(fields: &[T]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    writer.write_record(fields.iter().map(AsRef::as_ref)).expect("memory takes what it is given");
    writer.into_inner().expect("memory takes what it is given")
}
